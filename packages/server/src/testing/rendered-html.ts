/** An independent check of rendered HTML, stricter than any browser. */
const OPENING = /<([a-z][a-z\d]*)((?:\s+[a-zA-Z][\w-]*(?:="[^"<]*")?)*)\s*\/?>|<\/([a-z][a-z\d]*)>/g;
const ATTRIBUTE = /([a-zA-Z][\w-]*)(?:="([^"]*)")?/g;

const PLAIN = new Set(
  `h1 h2 h3 h4 h5 h6 p div span section br hr wbr blockquote pre code b i em strong s del ins u sub sup small mark kbd
  samp var q cite abbr dfn time ruby rb rt rp bdo ul ol li dl dt dd details summary table caption thead tbody tfoot tr
  th td figure figcaption a img video audio input svg path math semantics annotation mrow mi mn mo ms mtext mspace msup msub msubsup
  munder mover munderover mfrac msqrt mroot mtable mtr mtd mstyle mpadded mphantom menclose mmultiscripts mprescripts
  none`.split(/\s+/),
);

const COMMON = new Set(['id', 'title', 'lang', 'dir', 'class', 'align']);
const MATH =
  /^(?:xmlns|display|encoding|math\w+|script\w+|display\w+|stretchy|fence|separator|accent\w*|[lr]space|m\w+size|symmetric|movablelimits|largeop|linethickness|width|height|depth|voffset|notation|(?:row|column)\w+)$/;
const OF_TAG: Record<string, readonly string[]> = {
  a: ['href', 'rel', 'data-reference-kind', 'data-reference', 'aria-hidden', 'tabindex'],
  img: ['src', 'alt', 'width', 'height', 'loading', 'decoding'],
  video: ['src', 'controls', 'preload', 'width', 'height'],
  audio: ['src', 'controls', 'preload', 'width', 'height'],
  input: ['type', 'data-line', 'aria-label', 'disabled', 'checked'],
  pre: ['data-language', 'data-diagram'],
  ol: ['start', 'reversed'],
  li: ['value'],
  th: ['colspan', 'rowspan', 'scope'],
  td: ['colspan', 'rowspan'],
  details: ['open'],
  time: ['datetime'],
  svg: ['viewBox', 'aria-hidden'],
  path: ['fill', 'd'],
};

/** The problems of the HTML: tags, attributes and addresses outside the allowed lists, and `<` that starts no tag. */
export function violationsOf(html: string): string[] {
  const found: string[] = [];
  const rest = html.replaceAll(
    OPENING,
    (_tag, name: string | undefined, attributes: string | undefined, closing: string | undefined) => {
      const tag = name ?? closing ?? '';
      if (!PLAIN.has(tag)) found.push(`tag ${tag}`);
      for (const [, attribute = '', value = ''] of (attributes ?? '').matchAll(ATTRIBUTE)) {
        const problem = problemOf(tag, attribute, value);
        if (problem) found.push(problem);
      }
      return '';
    },
  );
  if (/</.test(rest))
    found.push(`stray < in ${rest.slice(Math.max(0, rest.indexOf('<') - 20), rest.indexOf('<') + 40)}`);
  if (html.includes('milepost')) found.push('a placeholder');
  return found;
}

function problemOf(tag: string, attribute: string, value: string): string | null {
  const isAllowed =
    COMMON.has(attribute) ||
    (OF_TAG[tag] ?? []).includes(attribute) ||
    (/^m|^annotation/.test(tag) && MATH.test(attribute));
  if (!isAllowed) return `${tag} ${attribute}`;
  if (attribute === 'id' && !value.startsWith('user-content-')) return `id ${value}`;
  const scheme = attribute === 'href' || attribute === 'src' ? /^[^/?#]*?:/.exec(decoded(value))?.[0] : undefined;
  if (scheme !== undefined && !/^(?:https?|mailto|tel):$/.test(scheme)) return `${tag} ${attribute} ${value}`;
  if (tag === 'input' && attribute === 'type' && value !== 'checkbox') return `input ${value}`;
  return null;
}

/** An address as a browser reads it: entities decoded, white space and control characters skipped. */
function decoded(value: string): string {
  return value
    .replaceAll(/&#x([\da-f]+);?/gi, (_entity, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replaceAll(/&#(\d+);?/g, (_entity, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll('&colon;', ':')
    .replaceAll('&amp;', '&')
    .replaceAll(/[\p{Cc}\s]/gu, '')
    .toLowerCase();
}
