import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import { ownLevelQuery } from '../../modules/members/api.ts';
import { useNamespaceAccessState } from '../../modules/namespaces/permissions.ts';
import type { NamespaceRef } from '../../platform/api/endpoints.ts';
import { UnauthenticatedError } from '../../platform/api/errors.ts';
import { Failure } from '../../platform/loading/Failure.tsx';
import type { PageProps } from '../../platform/navigation/page-props.ts';
import { useTitle } from '../../platform/navigation/title.tsx';
import { session } from '../../platform/session/session.ts';
import { EmptyState } from '../../ui/feedback/Alert.tsx';
import { PageBody, PageHead, pageLook } from '../../ui/page/Page.tsx';
import { namespaceTokensPath } from './api.ts';
import { accessTokenMessages as messages } from './messages.ts';
import { TokenList } from './TokenList.tsx';

/** The access tokens of a group or project, for those who may manage its members. */
export function AccessTokensPage({ address }: PageProps<'groupAccessTokens' | 'projectAccessTokens'>) {
  const { formatMessage } = useIntl();
  const { fullPath } = address;
  useTitle(formatMessage(messages.title), fullPath);
  const namespace: NamespaceRef = { kind: address.page === 'groupAccessTokens' ? 'group' : 'project', fullPath };
  const ownLevel = useQuery(ownLevelQuery(namespace, session().viewer)).data ?? 0;
  const { isArchived } = useNamespaceAccessState(namespace);
  if (!session().viewer) return <Failure error={new UnauthenticatedError()} />;
  return (
    <PageBody>
      <TokenList
        path={namespaceTokensPath(namespace)}
        label={formatMessage(messages.title)}
        // Tokens of an archived one can be revoked only.
        ownLevel={isArchived ? 0 : ownLevel}
        head={(create) => (
          <>
            <PageHead title={<FormattedMessage {...messages.title} />} actions={!isArchived && create} />
            <p className={pageLook.lead}>
              <FormattedMessage {...messages.lead} values={{ kind: namespace.kind }} />
            </p>
          </>
        )}
        empty={
          <EmptyState icon={KeyRound} title={<FormattedMessage {...messages.none} />}>
            <FormattedMessage {...messages.noneText} />
          </EmptyState>
        }
      />
    </PageBody>
  );
}
