import type { MarkdownIt, RendererRule, Token } from 'markdown-it';

/** Wide tables scroll on their own, and cells say their alignment without a style attribute. */
export function tableRules(md: MarkdownIt): void {
  md.renderer.rules['table_open'] = () => '<div class="table-scroll">\n<table>\n';
  md.renderer.rules['table_close'] = () => '</table>\n</div>\n';
  md.renderer.rules['th_open'] = alignedCell;
  md.renderer.rules['td_open'] = alignedCell;
}

const alignedCell: RendererRule = (tokens, index) => {
  const token = tokens[index] as Token;
  const side = /(left|right|center)/.exec(String(token.attrGet('style') ?? ''))?.[1];
  return side === undefined ? `<${token.tag}>` : `<${token.tag} align="${side}">`;
};
