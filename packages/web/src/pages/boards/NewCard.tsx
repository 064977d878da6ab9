import { useIntl } from 'react-intl';
import { NewIssueTitle } from '../../modules/hierarchy/forms/NewIssueTitle.tsx';
import { useScene } from './board-context.ts';
import { boardKey, createCard, type Cell } from './data/board.ts';
import { messages } from './data/messages.ts';

/** The title of a new issue in a column. */
export function NewCard({ cell }: { cell: Cell }) {
  const { formatMessage } = useIntl();
  const { query, create } = useScene();
  const { home } = query;
  return (
    <NewIssueTitle
      home={home}
      label={formatMessage(messages.issueTitle)}
      reload={boardKey(home)}
      create={(projectPath, title) => createCard(projectPath, title, cell, null)}
      onClose={() => create(null)}
    />
  );
}
