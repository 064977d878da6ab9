import { queryOptions, useQuery } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import { request } from '../../../platform/api/graphql.ts';
import { graphql } from '../../../gen/gql.ts';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { IconButton } from '../../../ui/button/IconButton.tsx';
import { text } from '../../../ui/text/text.tsx';
import { actionMessages } from '../actions/action-messages.ts';
import { copyText } from '../../../ui/overlay/copy-text.ts';
import { Widget } from '../ItemLayout.tsx';
import { sidebarMessages as messages } from './messages.ts';

const referenceDocument = graphql(`
  query issuableReference($fullPath: ID!, $iid: String!) {
    workspace: project(fullPath: $fullPath) {
      id
      issuable: issue(iid: $iid) {
        id
        reference(full: true)
      }
    }
  }
`);

/** The full reference of an issue. */
function referenceQuery(fullPath: string, iid: string) {
  return queryOptions({
    queryKey: ['reference', fullPath, iid],
    queryFn: async ({ signal }) => {
      const { workspace } = await request(referenceDocument, { fullPath, iid }, signal);
      return workspace?.issuable?.reference ?? null;
    },
    staleTime: Infinity,
  });
}

/** The reference of an issue, to copy. */
export function ReferenceWidget({ fullPath, iid }: { fullPath: string; iid: string }) {
  const { formatMessage } = useIntl();
  const { data: reference, isError } = useQuery(referenceQuery(fullPath, iid));
  return (
    <Widget
      name={<FormattedMessage {...messages.reference} />}
      action={
        reference && (
          <IconButton
            size="small"
            icon={Copy}
            iconSize={14}
            label={formatMessage(actionMessages.copyReference)}
            onClick={() =>
              void copyText(reference, {
                copied: formatMessage(actionMessages.referenceCopied),
                notCopied: formatMessage(actionMessages.notCopied, { text: reference }),
              })
            }
          />
        )
      }
    >
      {isError ? (
        <Alert tone="danger">{formatMessage(messages.referenceFailed)}</Alert>
      ) : (
        <span className={text.cut} data-tooltip-cut="">
          {reference}
        </span>
      )}
    </Widget>
  );
}
