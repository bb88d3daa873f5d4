import type { FastifySwaggerUiOptions } from '@fastify/swagger-ui';
import type { Band } from '#contract/band.ts';
import type { CurrentBand } from '../band/band.ts';
import { readColors } from '../pages/band-style.ts';
import { drawMark, iconUrl } from '../pages/icons.ts';
import { escapeHtml } from '../pages/page-head.ts';

/** The plugin reads each property per request, so getters follow the band's settings. */
export function createDocsTheme({ current }: Pick<CurrentBand, 'current'>) {
  return {
    get title() {
      return escapeHtml(`${current().productName} API`);
    },
    favicon: [
      {
        ...{ filename: 'favicon.svg', rel: 'icon', type: 'image/svg+xml', sizes: 'any' },
        get content() {
          return drawMark(current());
        },
      },
    ],
    css: [
      {
        filename: 'band.css',
        get content() {
          return renderDocsCss(current());
        },
      },
    ],
  } satisfies FastifySwaggerUiOptions['theme'];
}

function renderDocsCss(band: Band): string {
  const [light, dark] = [readColors(band, 'light'), readColors(band, 'dark')];
  const [lamp, text, ink] = [light('lamp'), light('lamp-text'), light('lamp-ink')];
  return `.swagger-ui .topbar{background:${dark('hall')};border-bottom:4px solid ${dark('lamp')}}
.swagger-ui .topbar .link{display:flex;align-items:center;gap:12px;max-width:none}
.swagger-ui .topbar .link img,.swagger-ui .topbar .link svg{display:none}
.swagger-ui .topbar .link::before{content:url("${iconUrl('/favicon.svg', band)}");width:40px;height:40px}
.swagger-ui .topbar .link::after{content:${toCssString(band.productName)};color:${dark('text')};font:700 20px/1.2 system-ui,sans-serif}
.swagger-ui .topbar .download-url-wrapper{display:none}
.swagger-ui .btn.authorize,.swagger-ui .btn.execute{background:${lamp};border-color:${lamp};color:${text}}
.swagger-ui .scheme-container .btn.authorize svg{fill:${text}}
.swagger-ui .info a,.swagger-ui .info .title small{color:${ink}}
.swagger-ui .info .title small{background:${lamp}}
`;
}

/** Escapes everything except letters and digits, so that a name can't end the string. */
function toCssString(text: string): string {
  return `"${text.replace(/[^\p{L}\p{N} ]/gu, (sign) => `\\${sign.codePointAt(0)?.toString(16)} `)}"`;
}
