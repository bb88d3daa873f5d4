import {
  isMenuShortcut,
  recordButton,
  recordEarlyPress,
} from './app/sidebar/press-before-hydration.ts';
import { chooseTheme, isThemeChoice, readThemeChoice } from './theme/theme.ts';
import { whenIdle } from './ui/loading/when-idle.ts';
import './theme/theme.css';

const prerendered = document.querySelector<HTMLElement>('#root[data-prerendered]');
if (prerendered) wireBeforeHydration(prerendered);
// A visitor's prerendered page works without the app.
if (prerendered?.dataset.prerendered === 'visitor') startWhenIdle(prerendered);
else start().catch(showLoadError);

function start() {
  return import('./app/start.tsx');
}

/** Code can't load while offline, or after an update has removed it. */
function showLoadError() {
  const template = document.querySelector<HTMLTemplateElement>('#load-error');
  if (!template) return;
  template.content.querySelector('button')?.addEventListener('click', () => location.reload());
  document.querySelector('#root')?.replaceChildren(template.content);
}

function wireBeforeHydration(page: Element) {
  // The Content Security Policy allows only scripts to set style attributes.
  for (const element of page.querySelectorAll<HTMLElement>('[data-style]')) {
    element.style.cssText = element.dataset.style ?? '';
    delete element.dataset.style;
  }
  for (const radio of page.querySelectorAll<HTMLInputElement>('input[type="radio"]'))
    radio.checked = radio.value === readThemeChoice();
  page.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement && isThemeChoice(target.value))
      chooseTheme(target.value);
  });
  page.addEventListener('click', recordButton);
  // If React replaces these buttons, it opens the menu for the recorded press.
  const buttons = page.querySelectorAll('[data-toggles-sidebar]');
  for (const button of buttons) button.addEventListener('click', recordEarlyPress);
  window.addEventListener('keydown', (event) => {
    if (buttons[0]?.isConnected && isMenuShortcut(event)) recordEarlyPress();
  });
}

function startWhenIdle(page: Element) {
  // Not reported, because the page works without the app.
  const load = () => void start().catch(() => undefined);
  // A user who interacts is likely to navigate soon.
  for (const event of ['pointerdown', 'keydown'])
    page.addEventListener(event, load, { once: true, passive: true });
  whenIdle(load);
}
