// Sets the theme before the first paint, from a file because the content policy forbids inline
// scripts. The only place that decides; src/web/theme/theme.ts reads and changes the choice.
(() => {
  const root = document.documentElement;
  const prefersLight = matchMedia('(prefers-color-scheme: light)');

  function apply() {
    let choice = null;
    try {
      choice = localStorage.getItem('theme');
    } catch {
      // Storage is forbidden: the system decides.
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

  // The first date that a slow phone formats takes it some 70 ms, in which it draws nothing: here the
  // app's code is still on its way, and nobody waits.
  setTimeout(() => new Intl.DateTimeFormat('en-US', { timeZone: 'UTC' }).format(0));
})();
