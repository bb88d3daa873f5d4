import type { WidgetShow } from '#contract/widget.ts';
import { pollFacts } from './poll-facts.ts';
import { followTheme } from './theme.ts';
import { createView } from './view.ts';

/* A classic script without cookies, inline styles or HTML text, for a strict CSP. */
const script = document.currentScript;
if (script instanceof HTMLScriptElement && script.src) start(script);

function start(script: HTMLScriptElement): void {
  const { origin } = new URL(script.src);
  const { show, theme } = script.dataset;
  const selection: WidgetShow = show === 'live' || show === 'last' ? show : 'next';
  const host = document.createElement('div');
  script.after(host);
  const view = createView(host, selection, origin);
  const removal = new AbortController();
  const { signal } = removal;
  followTheme(host, theme, { signal, report: view.setTheme });
  pollFacts(`${origin}/api/widget?show=${selection}`, selection, {
    signal,
    // Single-page apps remove the widget when they navigate.
    isNeeded: () => {
      if (!host.isConnected) removal.abort();
      return host.isConnected;
    },
    onFacts: view.update,
    onFailure: view.fail,
  });
}
