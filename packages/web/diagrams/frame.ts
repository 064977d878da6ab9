import mermaid, { type MermaidConfig } from 'mermaid';
import type { DrawAnswer, DrawOrder } from '../src/modules/work-items/diagrams/protocol.ts';

/*
 * Runs alone in a frame with an opaque origin: no cookies, no storage, and its CSP allows fetching only these files. The page
 * passes it one MessagePort, which receives sources and returns images.
 */

/** Settings that a directive in a diagram's source may not change, in addition to the library's own. */
const KEPT = [
  'secure',
  'securityLevel',
  'startOnLoad',
  'maxTextSize',
  'maxEdges',
  'suppressErrorRendering',
  'logLevel',
  'htmlLabels',
  'themeCSS',
  'fontFamily',
  'altFontFamily',
  'dompurifyConfig',
  'legacyMathML',
  'forceLegacyMathML',
];
const FONT = 'system-ui, sans-serif';

let drawn = 0;

addEventListener(
  'message',
  ({ source, ports: [port] }) => {
    if (source !== parent || !port) return;
    port.addEventListener('message', ({ data }: MessageEvent<DrawOrder>) => {
      void draw(data).then((answer) => port.postMessage(answer));
    });
    port.start();
  },
  { once: true },
);

async function draw({ source, isDark, most }: DrawOrder): Promise<DrawAnswer> {
  const id = `diagram-${++drawn}`;
  try {
    mermaid.initialize(configOf(isDark, most));
    const { svg, diagramType } = await mermaid.render(id, source);
    return { ...image(svg), kind: diagramType };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  } finally {
    // Elements left behind by a failed drawing.
    document.body.replaceChildren();
  }
}

function configOf(isDark: boolean, most: DrawOrder['most']): MermaidConfig {
  return {
    startOnLoad: false,
    securityLevel: 'strict',
    suppressErrorRendering: true,
    logLevel: 'fatal',
    maxTextSize: most.characters,
    maxEdges: most.edges,
    htmlLabels: false,
    theme: isDark ? 'dark' : 'neutral',
    darkMode: isDark,
    fontFamily: FONT,
    secure: KEPT,
  };
}

/** As a standalone XML document of the drawn size. */
function image(html: string): Omit<Exclude<DrawAnswer, { failure: string }>, 'kind'> {
  const template = document.createElement('template');
  template.innerHTML = html;
  const svg = template.content.querySelector('svg');
  if (!svg) throw new Error('Nothing was drawn');
  for (const active of svg.querySelectorAll('script, iframe, object, embed, audio, video')) active.remove();
  const [, , width = 0, height = 0] = (svg.getAttribute('viewBox') ?? '').split(/[\s,]+/).map(Number);
  const size = { width: Math.ceil(width) || 300, height: Math.ceil(height) || 150 };
  svg.style.removeProperty('max-width');
  svg.setAttribute('width', String(size.width));
  svg.setAttribute('height', String(size.height));
  return {
    svg: new XMLSerializer().serializeToString(svg),
    ...size,
    title: svg.querySelector(':scope > title')?.textContent ?? '',
    description: svg.querySelector(':scope > desc')?.textContent ?? '',
  };
}
