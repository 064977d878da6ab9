import type { FilterToken } from '@milepost/core/filter-bar/tokens';
import { actionsOfFilter } from '@milepost/core/filters/fixed-values';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { graphql } from '../../../gen/gql.ts';
import type { NamespaceRef } from '../../../platform/api/endpoints.ts';
import { accepted, request } from '../../../platform/api/graphql.ts';
import { useChange } from '../../../platform/forms/use-change.ts';
import { defineMessages } from '../../../ui/text/messages.ts';
import { NoProjects } from '../../hierarchy/forms/NoProjects.tsx';
import { rememberProject, useIssueProject } from '../../hierarchy/forms/new-issue-projects.ts';
import { ProjectField } from '../../hierarchy/forms/ProjectField.tsx';
import styles from './new.module.css';

const messages = defineMessages({
  title: { id: 'newRow.title', defaultMessage: 'Title of the new issue' },
  created: { id: 'newRow.created', defaultMessage: 'Issue “{title}” created' },
});

const createDocument = graphql(`
  mutation listCreateIssue($input: CreateIssueInput!) {
    createIssue(input: $input) {
      errors
      issue {
        id
      }
    }
  }
`);

export interface NewIssueRowProps {
  home: NamespaceRef;
  /** The filters of the list: the new issue gets the values that they demand. */
  tokens: readonly FilterToken[];
  onClose(): void;
}

/** The title of a new issue above the rows of a list. It stays open for the next one; Escape closes it. */
export function NewIssueRow({ home, tokens, onClose }: NewIssueRowProps) {
  const { formatMessage } = useIntl();
  const isGroup = home.kind === 'group';
  const choice = useIssueProject(home.fullPath, isGroup);
  const [title, setTitle] = useState('');
  const projectPath = isGroup ? choice.project?.fullPath : home.fullPath;
  const { isBusy, change } = useChange(['issues']);
  const submit = async (): Promise<void> => {
    const wanted = title.trim();
    if (wanted === '' || isBusy || !projectPath) return;
    const perform = async (): Promise<void> => {
      const input = { projectPath, title: wanted, description: actionsOfFilter(tokens) };
      const { createIssue } = await request(createDocument, { input });
      accepted(createIssue, 'issue');
    };
    const done = formatMessage(messages.created, { title: wanted });
    if (!(await change({ perform, done, keepsForm: true }))) return;
    rememberProject(projectPath);
    setTitle('');
  };
  return (
    <form
      className={styles.row}
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
        // The user just asked for it.
        ref={(field) => field?.focus({ preventScroll: true })}
        aria-label={formatMessage(messages.title)}
        placeholder={formatMessage(messages.title)}
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
