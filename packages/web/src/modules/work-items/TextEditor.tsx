import { MarkdownEditor, type MarkdownEditorProps } from '../../ui/editor/MarkdownEditor.tsx';
import { Preview } from './Preview.tsx';
import { useSuggestText } from './suggest-text.tsx';
import type { TextPlace } from './text-place.ts';

/** The editor of descriptions and comments: it knows where the text stands, and so what to suggest and how it will look. */
export function TextEditor({
  place,
  ...editor
}: Omit<MarkdownEditorProps, 'preview' | 'suggest'> & { place: TextPlace }) {
  const suggest = useSuggestText(place);
  return <MarkdownEditor {...editor} suggest={suggest} preview={(text) => <Preview text={text} place={place} />} />;
}
