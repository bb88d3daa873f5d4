import { chooseTheme, isThemeChoice, readThemeChoice } from './theme/theme.ts';
import { whenIdle } from './ui/when-idle.ts';
import './theme/theme.css';

const start = () => import('./app/start.tsx');

// The landing page is there already, and its links work: the app comes when nobody waits for it.
const drawn = document.querySelector('#root[data-drawn="landing"]');
if (drawn) lendHand(drawn);
else void start();

/** Until React takes the page over, its theme switch is worked from here. */
function lendHand(page: Element) {
  for (const radio of page.querySelectorAll<HTMLInputElement>('input[type="radio"]'))
    radio.checked = radio.value === readThemeChoice();
  page.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement && isThemeChoice(target.value))
      chooseTheme(target.value);
  });
  // Whoever touches something goes on soon.
  for (const sign of ['pointerdown', 'keydown'])
    page.addEventListener(sign, () => void start(), { once: true, passive: true });
  whenIdle(() => void start());
}
