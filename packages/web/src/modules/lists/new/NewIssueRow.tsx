import type { FilterToken } from '@milepost/core/filter-bar/tokens';
import { actionsOfFilter } from '@milepost/core/filters/fixed-values';
import { useIntl } from 'react-intl';
import { graphql } from '../../../gen/gql.ts';
import type { NamespaceRef } from '../../../platform/api/endpoints.ts';
import { accepted, request } from '../../../platform/api/graphql.ts';
import { defineMessages } from '../../../ui/text/messages.ts';
import { NewIssueTitle } from '../../hierarchy/forms/NewIssueTitle.tsx';

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
  return (
    <NewIssueTitle
      home={home}
      label={formatMessage(messages.title)}
      done={(title) => formatMessage(messages.created, { title })}
      reload={['issues']}
      create={async (projectPath, title) => {
        const input = { projectPath, title, description: actionsOfFilter('issues', tokens) };
        const { createIssue } = await request(createDocument, { input });
        accepted(createIssue, 'issue');
      }}
      onClose={onClose}
    />
  );
}
