import type { Env, MarkdownIt, StateCore, Token } from 'markdown-it';
import { plainText } from './headings.ts';
import { escapeHtml, prefixedId } from './html.ts';
import { player, recordingAt } from './recordings.ts';
import { LIMITS, stateOf, trust, type RenderState } from './state.ts';

export const SAFE_SCHEMES = ['http', 'https', 'mailto', 'tel'] as const;
/** The `rel` of every link in a text; the sanitiser adds it to links written as HTML. */
export const LINK_REL = 'nofollow noopener';

const SIZES = /^\{((?:\s*(?:width|height)="?\d{1,4}(?:px|%)?"?)+\s*)\}/;

/** Whether a URL is allowed in a link: a safe scheme, or a path of this instance. */
export function isSafeAddress(address: string): boolean {
  // Browsers ignore white space and control characters when they parse the scheme.
  // oxlint-disable-next-line no-control-regex
  const bare = address.replaceAll(/[\u0000-\u0020\u007f]+/g, '').toLowerCase();
  if (bare.length > LIMITS.address || /^[/\\]{2}/.test(bare)) return false;
  const scheme = /^([^/?#]*?)(?::|&colon;|&#)/.exec(bare)?.[1];
  return scheme === undefined || (SAFE_SCHEMES as readonly string[]).includes(scheme);
}

/** Adds ID_PREFIX to a fragment such as `#goals`, because ids of headings have it. */
export function ownFragment(href: string): string {
  return href.length > 1 && href.startsWith('#') ? `#${prefixedId(href.slice(1))}` : href;
}

/** A reference to an attachment of the text. */
const FILE = /^\/uploads\/[0-9a-f]{32}\//;

export function mentionsFiles(text: string): boolean {
  return text.includes('/uploads/');
}

/** `/uploads/…` with the prefix of this text; any other URL unchanged. */
export function fileAddress(address: string, { files }: Pick<RenderState, 'files'>): string {
  return files !== null && FILE.test(address) ? files + address : address;
}

/** Links with safe schemes only; images load lazily and have bounded sizes. Attached videos and sounds can be played, others are links. */
export function linkRules(md: MarkdownIt): void {
  md.validateLink = isSafeAddress;
  md.linkify.set({ fuzzyLink: false, fuzzyIP: false, fuzzyEmail: true });
  md.core.ruler.before('inline', 'link_definitions', trimDefinitions);
  md.core.ruler.push('link_budget', spendAddresses);
  md.core.ruler.push('image_sizes', readSizes);
  md.renderer.rules['link_open'] = (tokens, index, options, env, renderer) => {
    const token = tokens[index] as Token;
    const href = String(token.attrGet('href') ?? '');
    if (href.startsWith('#')) token.attrSet('href', ownFragment(href));
    else token.attrSet('rel', LINK_REL);
    setFileAddress(token, 'href', stateOf(env));
    return renderer.renderToken(tokens, index, options);
  };
  const renderImage = md.renderer.rules['image'];
  md.renderer.rules['image'] = (tokens, index, options, env, renderer) => {
    const token = tokens[index] as Token;
    const recording = recordingIn(token, env);
    if (recording !== null) return recording;
    token.attrSet('loading', 'lazy');
    token.attrSet('decoding', 'async');
    setFileAddress(token, 'src', stateOf(env));
    return renderImage ? renderImage(tokens, index, options, env, renderer) : '';
  };
}

/** A player, or a link to a video or a sound of another origin, whose address the browser of a reader must not load unasked. */
function recordingIn(token: Token, env: Env | undefined): string | null {
  const src = String(token.attrGet('src') ?? '');
  const kind = recordingAt(src);
  if (kind === null) return null;
  const title = plainText(token.children ?? []);
  const own = fileAddress(src, stateOf(env));
  if (own === src) return trust(env, `<a href="${escapeHtml(src)}" rel="${LINK_REL}">${escapeHtml(title || src)}</a>`);
  const sizes = ['width', 'height'].map((name) => [name, token.attrGet(name)] as const);
  const written = sizes.map(([name, size]) => (size === null ? '' : ` ${name}="${escapeHtml(String(size))}"`)).join('');
  return trust(env, player(kind, own, title, written));
}

function setFileAddress(token: Token, name: 'href' | 'src', state: RenderState): void {
  const address = token.attrGet(name);
  if (address !== null) token.attrSet(name, fileAddress(String(address), state));
}

function trimDefinitions(core: StateCore): void {
  for (const definition of Object.values(core.env.references ?? {})) {
    definition.title = definition.title.slice(0, LIMITS.title);
  }
}

function spendAddresses(core: StateCore): void {
  let spent = 0;
  for (const token of core.tokens) {
    for (const child of token.children ?? []) {
      if (child.type !== 'link_open' && child.type !== 'image') continue;
      for (const attribute of child.attrs ?? []) spent += String(attribute[1]).length;
      if (spent > LIMITS.addresses) child.attrs = child.type === 'image' ? [['alt', '']] : [];
    }
  }
}

/** `![](plan.png){width=300}`, in pixels or percent. */
function readSizes(core: StateCore): void {
  for (const token of core.tokens) {
    for (const [index, child] of (token.children ?? []).entries()) {
      const next = child.type === 'image' ? token.children?.[index + 1] : undefined;
      const sizes = next?.type === 'text' ? SIZES.exec(next.content) : null;
      if (!next || !sizes) continue;
      next.content = next.content.slice(sizes[0].length);
      for (const [, name, size, unit] of (sizes[1] as string).matchAll(/(width|height)="?(\d+)(%?)/g)) {
        const value = boundedSize(`${size}${unit}`);
        if (value !== null) child.attrSet(name as string, value);
      }
    }
  }
}

/** A size in pixels or percent within the limits; null for anything else. */
export function boundedSize(size: string): string | null {
  const match = /^(\d{1,4})(?:px)?(%?)$/.exec(size.trim());
  const number = Number(match?.[1]);
  return match && number > 0 && number <= (match[2] ? 100 : LIMITS.image) ? `${number}${match[2]}` : null;
}
