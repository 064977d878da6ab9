import { useState } from 'react';
import { useIntl } from 'react-intl';
import { NoProjects } from '../../modules/hierarchy/forms/NoProjects.tsx';
import { rememberProject, useIssueProject } from '../../modules/hierarchy/forms/new-issue-projects.ts';
import { ProjectField } from '../../modules/hierarchy/forms/ProjectField.tsx';
import { useChange } from '../../platform/forms/use-change.ts';
import { useScene } from './board-context.ts';
import styles from './board.module.css';
import { boardKey, createCard, type Cell } from './data/board.ts';
import { messages } from './data/messages.ts';

/** The title of a new issue in a column. It stays open for the next one; Escape closes it. */
export function NewCard({ cell }: { cell: Cell }) {
  const { formatMessage } = useIntl();
  const { query, create } = useScene();
  const { home } = query;
  const isGroup = home.kind === 'group';
  const choice = useIssueProject(home.fullPath, isGroup);
  const [title, setTitle] = useState('');
  const project = isGroup ? choice.project?.fullPath : home.fullPath;
  const { isBusy, change } = useChange(boardKey(home));
  const submit = async (): Promise<void> => {
    const wanted = title.trim();
    if (wanted === '' || isBusy || !project) return;
    if (!(await change({ perform: () => createCard(project, wanted, cell, null), keepsForm: true }))) return;
    rememberProject(project);
    setTitle('');
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
        if (event.key === 'Escape' && !event.defaultPrevented) create(null);
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
      {choice.hasSeveral && choice.project && (
        <ProjectField groupPath={home.fullPath} project={choice.project} onChoose={choice.choose} />
      )}
      {choice.hasNone && <NoProjects group={{ fullName: choice.groupName, fullPath: home.fullPath }} />}
    </form>
  );
}
