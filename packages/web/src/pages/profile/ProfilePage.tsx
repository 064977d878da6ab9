import { useQuery } from '@tanstack/react-query';
import { FormattedMessage, useIntl } from 'react-intl';
import { RevealWhenSettled } from '../../platform/loading/RevealWhenSettled.tsx';
import { UnauthenticatedError } from '../../platform/api/errors.ts';
import { Failure } from '../../platform/loading/Failure.tsx';
import { session } from '../../platform/session/session.ts';
import type { PageProps } from '../../platform/navigation/page-props.ts';
import { useTitle } from '../../platform/navigation/title.tsx';
import { identitiesQuery } from '../../modules/identity/api.ts';
import { notificationSettingsQuery } from '../../modules/subscriptions/api.ts';
import { accessTokensQuery, sessionsQuery } from '../../modules/users/api.ts';
import { emailQuery } from '../../modules/users/link-api.ts';
import { factorsQuery } from '../../modules/users/second-factor-api.ts';
import { profileQuery } from '../../modules/users/profile-api.ts';
import { Avatar } from '../../ui/text/Avatar.tsx';
import { PageBody, PageHead } from '../../ui/page/Page.tsx';
import { text } from '../../ui/text/text.tsx';
import { personQuery } from '../../modules/members/person.ts';
import { TwoFactorPage } from '../two-factor/TwoFactorPage.tsx';
import { AccessTokens } from './AccessTokens.tsx';
import { Email } from './Email.tsx';
import { Identities } from './Identities.tsx';
import { Notifications } from './Notifications.tsx';
import { Password } from './Password.tsx';
import { ProfileForm } from './ProfileForm.tsx';
import { SecondFactor } from './SecondFactor.tsx';
import { Sessions } from './Sessions.tsx';
import { profileMessages } from './messages.ts';

/** The viewer's account, or the page of their second factors. */
export function ProfilePage({ address }: PageProps<'profile' | 'twoFactor'>) {
  return address.page === 'twoFactor' ? <TwoFactorPage /> : <Account />;
}

/** Profile, preferences, password, sessions, access tokens. */
function Account() {
  const { formatMessage } = useIntl();
  useTitle(formatMessage(profileMessages.title));
  const { viewer } = session();
  // For the per-namespace levels: requested in parallel with the others, not after them.
  useQuery({ ...personQuery(viewer?.username ?? ''), enabled: viewer !== null, notifyOnChangeProps: [] });
  if (!viewer) return <Failure error={new UnauthenticatedError()} />;
  return (
    <PageBody width="form">
      <PageHead
        before={<Avatar name={viewer.name} imageUrl={viewer.avatarUrl} size={40} />}
        title={viewer.name}
        after={<span className={text.quiet}>@{viewer.username}</span>}
      />
      <RevealWhenSettled
        keys={[
          profileQuery.queryKey,
          notificationSettingsQuery.queryKey,
          personQuery(viewer.username).queryKey,
          accessTokensQuery(viewer.id).queryKey,
          sessionsQuery.queryKey,
          emailQuery.queryKey,
          factorsQuery.queryKey,
          identitiesQuery.queryKey,
        ]}
      >
        <ProfileForm />
        <Notifications />
        <AccessTokens userId={viewer.id} />
        <Sessions />
        <Email />
        <Password />
        <SecondFactor />
        <Identities />
      </RevealWhenSettled>
      <p className={text.quiet} style={{ marginTop: 40, fontSize: 12 }}>
        <FormattedMessage {...profileMessages.version} values={{ version: session().version }} />
      </p>
    </PageBody>
  );
}
