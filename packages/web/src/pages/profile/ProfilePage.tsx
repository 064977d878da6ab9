import { FormattedMessage, useIntl } from 'react-intl';
import { SignedOutError } from '../../app/errors.ts';
import { Failure } from '../../app/Failure.tsx';
import { session } from '../../app/session.ts';
import { useTitle } from '../../app/title.tsx';
import { Avatar } from '../../ui/Avatar.tsx';
import { PageBody, PageHead } from '../../ui/Page.tsx';
import { text } from '../../ui/text.tsx';
import { AccessTokens } from './AccessTokens.tsx';
import { Notifications } from './Notifications.tsx';
import { Password } from './Password.tsx';
import { Sessions } from './Sessions.tsx';
import { profileWords } from './words.ts';

/** One's own account: password, sessions, access tokens. */
export function ProfilePage() {
  const { formatMessage } = useIntl();
  useTitle(formatMessage(profileWords.title));
  const { viewer } = session();
  if (!viewer) return <Failure error={new SignedOutError()} />;
  return (
    <PageBody width="form">
      <PageHead
        before={<Avatar name={viewer.name} imageUrl={viewer.avatarUrl} size={40} />}
        title={viewer.name}
        after={<span className={text.quiet}>@{viewer.username}</span>}
      />
      <Notifications />
      <AccessTokens userId={viewer.id} />
      <Sessions />
      <Password />
      <p className={text.quiet} style={{ marginTop: 40, fontSize: 12 }}>
        <FormattedMessage {...profileWords.version} values={{ version: session().version }} />
      </p>
    </PageBody>
  );
}
