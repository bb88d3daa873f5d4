import { COLORS, STAMPS } from '../look.ts';

/** The page's whole style. Its hash is in the page's policy, so nothing may be put in at run time. */
export const STYLE = `
${face('Poster', 700, 'poster-700')}
${face('Poster', 900, 'poster-900')}
${face('Body', 400, 'body-400')}
${face('Body', 600, 'body-600')}
*{box-sizing:border-box;margin:0}
body{min-height:100vh;padding:28px 16px 48px;color:${COLORS.text};font:400 16px/1.5 Body,system-ui,sans-serif;background:radial-gradient(70% 420px at 62% -60px,rgb(255 179 64/.2),transparent 75%) no-repeat ${COLORS.hall}}
main,header,.invite,footer{width:100%;max-width:860px;margin-inline:auto}
header{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:8px 16px;padding:4px 4px 30px}
a{color:inherit}
.brand{display:inline-flex;align-items:center;min-height:44px;font:900 28px/1 Poster,sans-serif;text-transform:uppercase;text-decoration:none}
a:focus-visible,button:focus-visible,input:focus-visible{outline:3px solid ${COLORS.lamp};outline-offset:3px;border-radius:4px}
.sheet{position:relative;padding:34px 34px 26px;border-radius:3px;color:${COLORS.ink};background:linear-gradient(178deg,${COLORS.sheetTop},${COLORS.sheet} 30%,${COLORS.sheetLow});box-shadow:0 24px 60px -18px rgb(0 0 0/.7),0 0 90px -20px rgb(255 179 64/.16)}
.sheet::before,.sheet::after{content:"";position:absolute;top:-11px;width:86px;height:24px;background:${COLORS.tape};opacity:.88;clip-path:polygon(0 8%,4% 0,8% 9%,96% 2%,100% 12%,97% 50%,100% 92%,95% 100%,4% 94%,0 100%,2% 50%)}
.sheet::before{left:26px;rotate:-4deg}
.sheet::after{right:30px;rotate:3deg}
.head{display:flex;justify-content:space-between;align-items:flex-end;gap:12px 28px;padding-bottom:18px;border-bottom:3px solid}
.head>div:first-child{min-width:0}
h1{font:900 clamp(34px,7vw,56px)/.98 Poster,sans-serif;overflow-wrap:anywhere;text-wrap:balance}
.facts{margin-top:10px;color:${COLORS.inkDim}}
.by{margin-top:6px;font-weight:600;overflow-wrap:anywhere}
.total{flex:none;text-align:right}
.figure{display:block;font:900 84px/.82 Poster,sans-serif}
.label{display:block;margin-top:10px;font-size:14px;color:${COLORS.inkDim}}
.rank{font:700 24px/1.2 Poster,sans-serif}
.live{display:inline-flex;align-items:center;gap:8px}
.live::before{content:"";width:10px;height:10px;border-radius:50%;background:${STAMPS.special.ink}}
table{width:100%;border-collapse:collapse;font-variant-numeric:tabular-nums}
th{padding:16px 8px 6px;text-align:left;font:600 13px/1.2 Body,sans-serif;color:${COLORS.inkDim}}
td{height:52px;padding:5px 8px;border-bottom:1px solid ${COLORS.rule}}
th:first-child,td:first-child{width:46px;padding-left:0;text-align:right}
th:last-child,td:last-child{padding-right:0;text-align:right}
.no{font:700 22px/1 Poster,sans-serif;color:${COLORS.inkDim}}
.title{font:700 23px/1.1 Poster,sans-serif;letter-spacing:.01em;overflow-wrap:anywhere}
.actual{color:${COLORS.inkDim};overflow-wrap:anywhere}
.picks{display:grid;gap:0 34px;padding:8px 0 0;list-style:none}
.picks li{display:grid;grid-template-columns:36px 1fr;align-items:center;gap:14px;min-height:52px;padding:5px 0;border-bottom:1px solid ${COLORS.rule}}
.picks .no{text-align:right}
.stamp{display:inline-flex;align-items:center;justify-content:center;min-width:46px;height:36px;padding:0 6px;border:2px solid;border-radius:6px;font:900 23px/1 Poster,sans-serif;rotate:-3deg}
${Object.entries(STAMPS)
  .map(([tone, { ink, fill }]) => `.${tone}{color:${ink};background:${fill}}`)
  .join('\n')}
.special{outline:1.5px solid;outline-offset:-5px}
.elsewhere{border-radius:99px}
.missed{border-style:dashed;font-weight:700}
.legend{display:flex;flex-wrap:wrap;gap:10px 20px;padding:20px 0 0;list-style:none;font-size:14px;color:${COLORS.inkDim}}
.legend li{display:flex;align-items:center;gap:9px}
.legend .stamp{min-width:36px;height:28px;font-size:17px}
.legend .special{outline-offset:-4px}
.sealed{display:grid;gap:0 34px;grid-template-columns:1fr 1fr;position:relative;padding-top:6px}
.sealed i{height:46px;border-bottom:1px solid ${COLORS.rule};background:linear-gradient(${COLORS.ink} 0 0) 28px 50%/var(--w,52%) 20px no-repeat}
.sealed i:nth-child(3n){--w:70%}
.sealed i:nth-child(4n+1){--w:38%}
.sealed i:nth-child(5n){--w:60%}
.sealed p{position:absolute;left:50%;top:50%;width:max-content;max-width:94%;padding:16px 28px 18px;translate:-50% -50%;rotate:-3deg;border:5px solid;border-radius:10px;background:${COLORS.sheetTop};color:${COLORS.sealed};text-align:center;font-weight:600}
.sealed b{display:block;font:900 clamp(36px,8vw,62px)/1 Poster,sans-serif;text-transform:uppercase}
.note{padding:22px 0 0;color:${COLORS.inkDim}}
.foot{display:flex;flex-wrap:wrap;justify-content:space-between;align-items:baseline;gap:4px 20px;padding-top:24px;font-size:14px;color:${COLORS.inkDim}}
.foot b{font:900 26px/1 Poster,sans-serif;text-transform:uppercase;color:${COLORS.ink}}
.invite{padding:44px 4px 0;display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:20px 32px}
.invite h2,.missing h1{font:900 clamp(32px,6vw,46px)/1 Poster,sans-serif}
.invite p,.missing p{margin-top:8px;color:${COLORS.dim};max-width:46ch}
.lamp{display:inline-flex;align-items:center;min-height:50px;padding:0 26px;border-radius:10px;background:${COLORS.lamp};color:${COLORS.lampText};font-weight:600;text-decoration:none}
.lamp:hover{background:#ffc76b}
.quiet{display:inline-flex;align-items:center;min-height:50px;padding:0 22px;border:1px solid #756a85;border-radius:10px;background:none;color:inherit;font:600 16px/1 Body,sans-serif;text-decoration:none;cursor:pointer}
.quiet:hover{background:rgb(245 240 232/.08)}
.ways,.tools{display:flex;flex-wrap:wrap;align-items:center;gap:12px}
.tools input{min-height:50px;min-width:0;flex:1 1 16rem;padding:0 14px;border:1px solid #756a85;border-radius:10px;background:none;color:inherit;font:inherit}
[hidden]{display:none!important}
.missing{padding:9vh 4px 0}
.missing .ways{margin-top:26px}
footer{padding:40px 4px 0;font-size:14px;color:${COLORS.dim}}
.sr{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
@media (min-width:700px){.picks.two{grid-auto-flow:column;grid-template-columns:1fr 1fr}${columnRows()}}
@media (max-width:699px){
.sheet{padding:28px 18px 22px}
.figure{font-size:64px}
.title{font-size:20px}
td,th{padding-inline:6px}
td:first-child,th:first-child{width:30px}
.wide{display:none}
}
@media (max-width:420px){.head{flex-direction:column;align-items:flex-start}.total{text-align:left}.sealed{grid-template-columns:1fr}.sealed i:nth-child(n+9){display:none}}
`;

function face(family: string, weight: number, name: string): string {
  return `@font-face{font-family:${family};font-weight:${weight};font-display:swap;src:url(/s/fonts/${name}.woff2) format("woff2")}`;
}

/** How many rows the first of two columns has: a class, since the policy allows no inline style. */
function columnRows(): string {
  return Array.from(
    { length: 12 },
    (_, n) => `.r${n + 1}{grid-template-rows:repeat(${n + 1},auto)}`,
  ).join('');
}
