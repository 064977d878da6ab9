import { FormattedMessage } from 'react-intl';
import { session } from '../../platform/session/session.ts';
import { AdminFrame } from '../admin/AdminFrame.tsx';
import { accountsPath } from './api.ts';
import { serviceAccountMessages as messages } from './messages.ts';
import { ServiceAccounts } from './ServiceAccounts.tsx';

/** The service accounts of the installation. */
export function AdminServiceAccountsPage() {
  if (!session().viewer?.isAdmin) return <AdminFrame page="adminServiceAccounts">{null}</AdminFrame>;
  return (
    <ServiceAccounts
      page="adminServiceAccounts"
      path={accountsPath(null)}
      lead={<FormattedMessage {...messages.leadOfInstance} />}
      frame={(create, list) => (
        <AdminFrame page="adminServiceAccounts" actions={create}>
          {list}
        </AdminFrame>
      )}
    />
  );
}
