import sanitizeHtml from 'sanitize-html';

/** Shapes, gradients and text: nothing that loads, links, animates or runs. */
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

/** A reference of a paint or a mask may only point into the image itself. */
const points = /url\(/i;
const pointsInside = /^\s*url\(\s*["']?#[\w-]+["']?\s*\)\s*[\w#]*\s*$/i;

/** An SVG without scripts, styles, links and anything that loads; null if nothing is left of it. */
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
  // Around the image there may be text of a document type.
  const image = /<svg[\s>].*<\/svg>/s.exec(clean)?.[0];
  if (image === undefined) return null;
  // Without its namespace an image is not drawn.
  return /^<svg[^>]*\sxmlns=/.test(image) ? image : image.replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"');
}
