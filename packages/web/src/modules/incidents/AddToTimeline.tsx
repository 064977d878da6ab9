import { ListPlus } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useChange } from '../../platform/forms/use-change.ts';
import { MenuItem } from '../../ui/overlay/Menu.tsx';
import type { Note } from '../notes/api.ts';
import { useDiscussionItem } from '../notes/discussion-item.ts';
import { timelineMessages as messages } from './messages.ts';
import { promoteNote } from './timeline-api.ts';

/** In the menu of a comment: copies it into the timeline. Internal comments stay out of it. */
export function AddToTimeline({ note }: { note: Note }) {
  const { formatMessage } = useIntl();
  const { fullPath } = useDiscussionItem();
  const { change } = useChange(['timeline', fullPath]);
  if (note.internal) return null;
  const add = () => change({ perform: () => promoteNote(note.id), done: formatMessage(messages.added) });
  return (
    <MenuItem icon={ListPlus} onSelect={() => void add()}>
      <FormattedMessage {...messages.addComment} />
    </MenuItem>
  );
}
