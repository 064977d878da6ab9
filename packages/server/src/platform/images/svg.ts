import sanitizeHtml from 'sanitize-html';

/** Allowed elements: shapes, gradients and text, without references, animations and scripts. */
const shapes = ['circle', 'ellipse', 'g', 'line', 'path', 'polygon', 'polyline', 'rect', 'svg', 'text', 'tspan'];
const definitions = ['clipPath', 'defs', 'linearGradient', 'mask', 'radialGradient', 'stop', 'title', 'desc'];
const attributes = `
  id class d points transform viewBox width height preserveAspectRatio xmlns version x y x1 x2 y1 y2 cx cy r rx ry fx
  fy dx dy offset pathLength fill fill-opacity fill-rule stroke stroke-width stroke-linecap stroke-linejoin
  stroke-dasharray stroke-dashoffset stroke-miterlimit stroke-opacity opacity color display clip-path clip-rule mask
  stop-color stop-opacity gradientUnits gradientTransform clipPathUnits maskUnits maskContentUnits spreadMethod
  font-family font-size font-weight text-anchor letter-spacing dominant-baseline vector-effect role aria-label
`
  .trim()
  .split(/\s+/);

/** A reference of a paint or mask, which may only point into the image itself. */
const points = /url\(/i;
const pointsInside = /^\s*url\(\s*["']?#[\w-]+["']?\s*\)\s*[\w#]*\s*$/i;

/** An SVG without scripts, styles, links and external references; null if nothing is left. */
export function sanitizedSvg(text: string): string | null {
  const clean = sanitizeHtml(text, {
    allowedTags: [...shapes, ...definitions],
    allowedAttributes: { '*': attributes },
    allowedSchemes: [],
    parser: { xmlMode: true, lowerCaseTags: false, lowerCaseAttributeNames: false },
    nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'foreignObject'],
    transformTags: {
      '*': (tagName, given) => ({
        tagName,
        attribs: Object.fromEntries(
          Object.entries(given).filter(([, value]) => !points.test(value) || pointsInside.test(value)),
        ),
      }),
    },
  });
  // Drops a document type declaration around the image.
  const image = /<svg[\s>].*<\/svg>/s.exec(clean)?.[0];
  if (image === undefined) return null;
  // Browsers do not render an image without the namespace.
  return /^<svg[^>]*\sxmlns=/.test(image) ? image : image.replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"');
}
