import { MarkdownEditor, type MarkdownEditorProps } from '../../ui/editor/MarkdownEditor.tsx';
import { Preview } from './Preview.tsx';
import { useSuggestText } from './suggest-text.tsx';
import type { TextContext } from './text-context.ts';

/** The editor of descriptions and comments, with suggestions and preview for its context. */
export function TextEditor({
  context,
  ...editor
}: Omit<MarkdownEditorProps, 'preview' | 'suggest'> & { context: TextContext }) {
  const suggest = useSuggestText(context);
  return <MarkdownEditor {...editor} suggest={suggest} preview={(text) => <Preview text={text} context={context} />} />;
}
