// Sets the theme before the first paint. It is a file, because the Content Security Policy forbids inline
// scripts. Only this script applies a theme; src/web/theme/theme.ts reads and stores the choice.
(() => {
  const root = document.documentElement;
  const prefersLight = matchMedia('(prefers-color-scheme: light)');

  function apply() {
    let choice = null;
    try {
      choice = localStorage.getItem('theme');
    } catch {
      // Storage is blocked, so the system setting applies.
    }
    const system = prefersLight.matches ? 'light' : 'dark';
    const theme = choice === 'dark' || choice === 'light' ? choice : system;
    root.dataset.theme = theme;
    for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
      meta.content = meta.dataset[theme];
    }
  }

  apply();
  prefersLight.addEventListener('change', apply);
  addEventListener('storage', apply);
  addEventListener('themechoice', apply);

  // Formatting the first date blocks a slow phone for about 70 ms. Here, it runs while the app's code is
  // still loading.
  setTimeout(() => new Intl.DateTimeFormat('en-US', { timeZone: 'UTC' }).format(0));
})();
