import type { MarkdownIt, Env, Token } from 'markdown-it';
import { escapeHtml } from './html.ts';
import { highlighted } from './highlight.ts';
import { mathBlock } from './math.ts';
import { LIMITS, stateOf, trust } from './state.ts';

/** Code blocks: highlighted code, formulas for `math`, and source for `mermaid`, which the browser renders. */
export function codeBlockRules(md: MarkdownIt): void {
  md.renderer.rules['fence'] = (tokens, index, _options, env) => {
    const { content, info } = tokens[index] as Token;
    const language = (/^[^\s{]*/.exec(md.utils.unescapeAll(info).trim()) as RegExpExecArray)[0].slice(0, 40);
    if (language === 'math') return mathBlock(env, content);
    if (language === 'mermaid') return trust(env, `<pre data-diagram="mermaid">${escapeHtml(content)}</pre>\n`);
    return codeBlock(env, content, language);
  };
  md.renderer.rules['code_block'] = (tokens, index, _options, env) =>
    codeBlock(env, (tokens[index] as Token).content, '');
}

function codeBlock(env: Env | undefined, code: string, language: string): string {
  const state = stateOf(env);
  const mayColor = language !== '' && code.length <= LIMITS.codeBlock && state.spentCode + code.length <= LIMITS.code;
  const html = mayColor ? highlighted(code, language) : null;
  if (html !== null) state.spentCode += code.length;
  const name = language === '' ? '' : ` data-language="${escapeHtml(language)}"`;
  return trust(env, `<pre class="code-block"${name}><code>${html ?? escapeHtml(code)}</code></pre>\n`);
}
