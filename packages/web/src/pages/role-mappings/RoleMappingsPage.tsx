import { KeyRound } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import { UnauthenticatedError } from '../../platform/api/errors.ts';
import { Failure } from '../../platform/loading/Failure.tsx';
import type { PageProps } from '../../platform/navigation/page-props.ts';
import { useTitle } from '../../platform/navigation/title.tsx';
import { session } from '../../platform/session/session.ts';
import { EmptyState } from '../../ui/feedback/Alert.tsx';
import { PageBody, PageHead } from '../../ui/page/Page.tsx';
import { LdapLinks } from './LdapLinks.tsx';
import { roleMappingMessages as messages } from './messages.ts';
import { RoleMappings } from './RoleMappings.tsx';

/** Which roles providers of sign-in give in a group, for its owners. */
export function RoleMappingsPage({ address }: PageProps<'roleMappings'>) {
  const { formatMessage } = useIntl();
  const { fullPath } = address;
  useTitle(formatMessage(messages.title), fullPath);
  const { viewer, signInProviders } = session();
  if (!viewer) return <Failure error={new UnauthenticatedError()} />;
  const { oidc, ldap } = signInProviders;
  return (
    <PageBody>
      <PageHead title={<FormattedMessage {...messages.title} />} />
      {oidc.length === 0 && !ldap && (
        <EmptyState icon={KeyRound} title={<FormattedMessage {...messages.off} />}>
          <FormattedMessage {...(viewer.isAdmin ? messages.offAdmin : messages.offText)} />
        </EmptyState>
      )}
      {oidc.length > 0 && <RoleMappings fullPath={fullPath} providers={oidc} />}
      {ldap && <LdapLinks fullPath={fullPath} directory={ldap} />}
    </PageBody>
  );
}
