import NewMarkdownIt, { type Env, type RendererRule } from 'markdown-it';
import sanitizeHtml from 'sanitize-html';

interface AnswerEnv extends Env {
  baseUrl: string;
  /** The addresses of the open links to other hosts; null for one to this site. */
  links: (string | null)[];
}

const markdown = NewMarkdownIt({ html: false, linkify: false }).disable('image');

const openLink: RendererRule = (tokens, index, options, env, self) => {
  const { baseUrl, links } = env as AnswerEnv;
  const href = tokens[index]?.attrGet('href') ?? '';
  const isShown = isOwn(String(href), baseUrl);
  links.push(isShown ? null : String(href));
  return isShown ? self.renderToken(tokens, index, options) : '';
};

const closeLink: RendererRule = (_tokens, _index, _options, env) => {
  const href = (env as AnswerEnv).links.pop();
  return href === null ? '</a>' : ` (<code>${markdown.utils.escapeHtml(href ?? '')}</code>)`;
};

markdown.renderer.rules['link_open'] = openLink;
markdown.renderer.rules['link_close'] = closeLink;

/** A second line of defense: the renderer above produces nothing else. */
const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: 'p br hr strong em s code pre blockquote ul ol li a h1 h2 h3 h4 h5 h6 table thead tbody tr th td'.split(
    ' ',
  ),
  allowedAttributes: { a: ['href'], ol: ['start'] },
  allowedSchemes: ['http', 'https'],
  allowProtocolRelative: false,
};

/**
 * What a model wrote as HTML: without images, frames, and links to other hosts, which could carry data of the prompt away. Of such a
 * link the text and the address stay, as text.
 */
export function renderAnswer(text: string, baseUrl: string): string {
  const env: AnswerEnv = { baseUrl, links: [] };
  return sanitizeHtml(markdown.render(text, env), OPTIONS);
}

function isOwn(href: string, baseUrl: string): boolean {
  const base = `${baseUrl}/`;
  return URL.canParse(href, base) && new URL(href, base).origin === new URL(base).origin;
}
