import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { useRef } from 'react';
import { endpoint } from '../../platform/api/endpoints.ts';
import { session } from '../../platform/session/session.ts';
import type { EditorText } from '../../ui/editor/editor-files.ts';
import { UploadList } from './UploadList.tsx';
import { useQueue } from './use-queue.ts';
import { uploadMessages as messages } from './messages.ts';

/** The group or project that the text belongs to. */
export type UploadTarget = { project: string } | { group: string };

/** What the endpoint answers. */
interface Attached {
  link: { alt: string; url: string; markdown: string };
}

export interface Attachments {
  /** Spread into `MarkdownEditor`. */
  editor: {
    onFiles(files: readonly File[], text: EditorText): void;
    attachments: ReactNode;
  };
  /** Whether the text contains placeholders: it must not be saved like that. */
  isUploading: boolean;
  /** The text was saved: the file limit starts again. */
  clear(): void;
}

/** Where a page sends the files of its texts. */
export function uploadPathOf(target: UploadTarget): string {
  return 'project' in target ? endpoint('projectUploads', target.project) : endpoint('groupUploads', target.group);
}

/**
 * File uploads for a form's Markdown editor. During an upload a placeholder stands at the caret; then the server's Markdown
 * replaces it, or it is removed.
 */
export function useAttachments(target: UploadTarget): Attachments {
  const { formatMessage } = useIntl();
  /** The placeholder of a file in the text, by the number of the file. */
  const placeholders = useRef(new Map<number, { text: EditorText; written: string }>());
  const settle = (id: number, by: string): void => {
    const placeholder = placeholders.current.get(id);
    placeholders.current.delete(id);
    placeholder?.text.replace(placeholder.written, by);
  };
  const { queue, items } = useQueue<Attached>({
    url: uploadPathOf(target),
    maxFiles: session().uploadMaxFiles,
    onDone: ({ link }, { id }) => settle(id, link.markdown),
    onFailed: (_problem, { id }) => settle(id, ''),
  });
  const placeholderOf = (name: string): string => {
    const taken = new Set([...placeholders.current.values()].map(({ written }) => written));
    for (let number = 1; ; number += 1) {
      // Brackets would end the name before its end.
      const shown = number === 1 ? name : `${name} (${number})`;
      const written = `![${formatMessage(messages.placeholder, { name: shown.replaceAll(/[[\]]/g, '_') })}]()`;
      if (!taken.has(written)) return written;
    }
  };
  return {
    editor: {
      onFiles(files, text) {
        for (const item of queue.add(files)) {
          if (item.state === 'failed') continue;
          const written = placeholderOf(item.file.name);
          placeholders.current.set(item.id, { text, written });
          text.insert(written);
        }
      },
      attachments: <UploadList queue={queue} items={items} hidesDone />,
    },
    isUploading: items.some(({ state }) => state === 'waiting' || state === 'running'),
    clear() {
      for (const { id } of items) queue.dismiss(id);
    },
  };
}
