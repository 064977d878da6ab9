import { nameToEmoji } from 'gemoji';
import type { MarkdownIt } from 'markdown-it';

const SHORTCODE = /(?<![\w:]):([a-z\d_+-]{1,40}):(?![\w:])/g;

/** The emoji of a name such as `tada`, undefined for an unknown name. */
export function emojiOf(name: string): string | undefined {
  return Object.hasOwn(nameToEmoji, name) ? nameToEmoji[name] : undefined;
}

/** Replaces shortcodes by emoji; unknown names stay. */
export function withEmoji(text: string): string {
  return text.includes(':') ? text.replaceAll(SHORTCODE, (code, name: string) => emojiOf(name) ?? code) : text;
}

/** `:tada:` in running text; code keeps its colons. */
export function emojiRules(md: MarkdownIt): void {
  md.core.ruler.push('emoji', (core) => {
    for (const token of core.tokens) {
      for (const child of (token.content.includes(':') && token.children) || []) {
        if (child.type === 'text') child.content = withEmoji(child.content);
      }
    }
  });
}
