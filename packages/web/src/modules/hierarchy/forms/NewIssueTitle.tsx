import { useState } from 'react';
import type { QueryKey } from '@tanstack/react-query';
import type { NamespaceRef } from '../../../platform/api/endpoints.ts';
import { useChange } from '../../../platform/forms/use-change.ts';
import { toast } from '../../../ui/overlay/Toast.tsx';
import { NoProjects } from './NoProjects.tsx';
import { ProjectField } from './ProjectField.tsx';
import styles from './NewIssueTitle.module.css';
import { storeLastProject, useIssueProject } from './new-issue-projects.ts';

export interface NewIssueTitleProps {
  home: NamespaceRef;
  /** The name of the field. */
  label: string;
  /** The text of a toast once the issue is created. */
  done?: (title: string) => string;
  /** What to load again afterwards. */
  reload: QueryKey;
  create(projectPath: string, title: string): Promise<void>;
  onClose(): void;
}

/** The title of a new issue where it will stand. It stays open for the next one; Escape closes it. */
export function NewIssueTitle({ home, label, done, reload, create, onClose }: NewIssueTitleProps) {
  const isGroup = home.kind === 'group';
  const choice = useIssueProject(home.fullPath, isGroup);
  const [title, setTitle] = useState('');
  const { isBusy, change } = useChange(reload);
  const submit = async (): Promise<void> => {
    const wanted = title.trim();
    if (wanted === '' || isBusy) return;
    let project: string | undefined;
    const perform = async (): Promise<void> => {
      project = isGroup ? (await choice.load())?.fullPath : home.fullPath;
      if (project !== undefined) await create(project, wanted);
    };
    if (!(await change({ perform, keepsForm: true })) || project === undefined) return;
    if (done) toast({ text: done(wanted) });
    storeLastProject(project);
    // What was typed meanwhile belongs to the next one.
    setTitle((now) => (now.trim() === wanted ? '' : now));
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Escape' && !event.defaultPrevented) onClose();
      }}
    >
      <input
        ref={focusOnce}
        aria-label={label}
        placeholder={label}
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

/** The user just asked for the field. A ref of its own: an inline one would take the focus back on every render. */
const focusOnce = (field: HTMLInputElement | null): void => field?.focus({ preventScroll: true });
