import sanitizeHtml from 'sanitize-html';
import { prefixedId, words } from './html.ts';
import { boundedSize, fileAddress, LINK_REL, ownFragment, SAFE_SCHEMES } from './links.ts';
import { LIMITS, type RenderState } from './state.ts';

/** Elements that authors may write, and generated ones that pass the sanitizer. Other generated HTML bypasses it: see `trust`. */
export const ALLOWED_TAGS = words(`
  h1 h2 h3 h4 h5 h6 p div span section br hr wbr blockquote pre code b i em strong s del ins u sub sup small mark
  kbd samp var q cite abbr dfn time ruby rb rt rp bdo ul ol li dl dt dd details summary table caption thead tbody
  tfoot tr th td figure figcaption a img
`);

const ALIGN = { name: 'align', multiple: false, values: ['left', 'right', 'center'] };
const ALIGNED = ['p', 'div', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'img', 'table', 'tr', 'th', 'td'];
const OWN_ATTRIBUTES: sanitizeHtml.IOptions['allowedAttributes'] = {
  '*': ['id', 'title', 'lang', 'dir'],
  a: ['href', 'rel'],
  img: ['src', 'alt', 'width', 'height', 'loading', 'decoding'],
  ol: ['start', 'reversed'],
  li: ['value'],
  th: ['colspan', 'rowspan', 'scope'],
  td: ['colspan', 'rowspan'],
  details: ['open'],
  time: ['datetime'],
};

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: ALLOWED_TAGS,
  allowedAttributes: {
    ...OWN_ATTRIBUTES,
    ...Object.fromEntries(ALIGNED.map((tag) => [tag, [...(OWN_ATTRIBUTES[tag] ?? []), ALIGN]])),
  },
  allowedClasses: {
    div: ['table-scroll', 'alert', 'alert-note', 'alert-tip', 'alert-important', 'alert-warning', 'alert-caution'],
    p: ['alert-title'],
    ul: ['task-list'],
    ol: ['task-list'],
    li: ['task-item'],
    section: ['footnotes'],
  },
  allowedSchemes: [...SAFE_SCHEMES],
  allowedSchemesAppliedToAttributes: ['href', 'src', 'cite'],
  allowProtocolRelative: false,
  nestingLimit: LIMITS.nesting * 3,
};

/** Sanitizes rendered HTML, then re-inserts generated parts. */
export function sanitized(html: string, state: RenderState): string {
  const marker = new RegExp(`${state.nonce}x(\\d+)x`, 'g');
  const clean = sanitizeHtml(html, {
    ...OPTIONS,
    transformTags: {
      '*': (tagName, attribs) => ({ tagName, attribs: cleaned(tagName, attribs, state) }),
    },
    // Only in text: a marker inside an attribute must not be replaced by HTML.
    textFilter: (text) => text.replaceAll(marker, (_marker, index: string) => state.trusted[Number(index)] ?? ''),
  });
  return clean.replaceAll(marker, '');
}

/** Prefixes names and bounds sizes; the list of allowed attributes drops the others. */
function cleaned(tagName: string, attribs: Record<string, string>, state: RenderState): Record<string, string> {
  const result = { ...attribs };
  const id = result['id'] || (tagName === 'a' ? result['name'] : undefined);
  if (id) result['id'] = prefixedId(id.replaceAll(/\s+/g, '-'));
  else delete result['id'];
  for (const name of ['colspan', 'rowspan', 'start', 'value']) {
    if (!/^-?\d{1,3}$/.test(result[name] ?? '')) delete result[name];
  }
  for (const name of ['width', 'height']) {
    const size = boundedSize(result[name] ?? '');
    if (size === null) delete result[name];
    else result[name] = size;
  }
  for (const name of ['href', 'src']) {
    if (result[name] !== undefined) result[name] = fileAddress(result[name], state);
  }
  if (tagName === 'img') Object.assign(result, { loading: 'lazy', decoding: 'async' });
  if (tagName === 'a') {
    delete result['rel'];
    if (result['href']?.startsWith('#')) result['href'] = ownFragment(result['href']);
    else if (result['href'] !== undefined) result['rel'] = LINK_REL;
  }
  return result;
}
