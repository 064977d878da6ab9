import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useChange } from '../../platform/forms/use-change.ts';
import { useScene } from './board-context.ts';
import styles from './board.module.css';
import { boardKey, boardProjectsQuery, createCard, type Cell } from './data/board.ts';
import { messages } from './data/messages.ts';

/** The title of a new issue in a column. It stays open for the next one; Escape closes it. */
export function NewCard({ cell }: { cell: Cell }) {
  const { formatMessage } = useIntl();
  const { query, create } = useScene();
  const { home } = query;
  const [title, setTitle] = useState('');
  const [chosen, choose] = useState('');
  const isGroup = home.kind === 'group';
  const projects = useQuery({ ...boardProjectsQuery(home.fullPath), enabled: isGroup }).data ?? [];
  const project = isGroup ? chosen || projects[0]?.fullPath : home.fullPath;
  const { isBusy, change } = useChange(boardKey(home));
  const submit = async (): Promise<void> => {
    const wanted = title.trim();
    if (wanted === '' || isBusy || !project) return;
    if (await change({ perform: () => createCard(project, wanted, cell, null), keepsForm: true })) setTitle('');
  };
  return (
    <form
      className={styles.newCard}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Escape') create(null);
      }}
    >
      <input
        // The user just asked for it.
        ref={(field) => field?.focus({ preventScroll: true })}
        aria-label={formatMessage(messages.issueTitle)}
        placeholder={formatMessage(messages.issueTitle)}
        value={title}
        maxLength={255}
        onChange={(event) => setTitle(event.target.value)}
      />
      {isGroup && projects.length > 1 && (
        <select
          aria-label={formatMessage(messages.project)}
          value={project}
          onChange={(event) => choose(event.target.value)}
        >
          {projects.map(({ id, fullPath, name }) => (
            <option key={id} value={fullPath}>
              {name}
            </option>
          ))}
        </select>
      )}
    </form>
  );
}
