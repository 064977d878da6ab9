import { FormattedMessage, useIntl } from 'react-intl';
import { UnauthenticatedError } from '../../platform/api/errors.ts';
import { Failure } from '../../platform/loading/Failure.tsx';
import { Link } from '../../platform/navigation/Link.tsx';
import type { PageProps } from '../../platform/navigation/page-props.ts';
import { useTitle } from '../../platform/navigation/title.tsx';
import { session } from '../../platform/session/session.ts';
import { PageBody, PageHead } from '../../ui/page/Page.tsx';
import { text } from '../../ui/text/text.tsx';
import { accountsPath } from './api.ts';
import { serviceAccountMessages as messages } from './messages.ts';
import { ServiceAccounts } from './ServiceAccounts.tsx';

/** The service accounts of a top-level group, for its owners. */
export function GroupServiceAccountsPage({ address: { fullPath } }: PageProps<'groupServiceAccounts'>) {
  const { formatMessage } = useIntl();
  useTitle(formatMessage(messages.title), fullPath);
  if (!session().viewer) return <Failure error={new UnauthenticatedError()} />;
  return (
    <ServiceAccounts
      page="groupServiceAccounts"
      path={accountsPath(fullPath)}
      lead={
        <FormattedMessage
          {...messages.leadOfGroup}
          values={{
            link: (chunks) => (
              <Link className={text.link} to={{ page: 'groupMembers', fullPath }}>
                {chunks}
              </Link>
            ),
          }}
        />
      }
      frame={(create, list) => (
        <PageBody>
          <PageHead title={<FormattedMessage {...messages.title} />} actions={create} />
          {list}
        </PageBody>
      )}
    />
  );
}
