/** The pages of administrators, and the audit log in their frame, as one chunk. */
export { AbuseReportsPage } from '../pages/abuse-reports/AbuseReportsPage.tsx';
export { AdminServiceAccountsPage } from '../pages/service-accounts/AdminServiceAccountsPage.tsx';
export { AssistantUsagePage } from '../pages/assistant/AssistantUsagePage.tsx';
export { AuditLogPage } from '../pages/audit/AuditLogPage.tsx';
export { InstanceSettingsPage } from '../pages/admin/InstanceSettingsPage.tsx';
export { IncomingMailPage } from '../pages/admin/IncomingMailPage.tsx';
export { JobsPage } from '../pages/admin/JobsPage.tsx';
export { BackupsPage } from '../pages/admin/BackupsPage.tsx';
export { NamespacesPage } from '../pages/admin/NamespacesPage.tsx';
export { OverviewPage } from '../pages/admin/OverviewPage.tsx';
export { SitesPage } from '../pages/admin/SitesPage.tsx';
export { UsersPage } from '../pages/admin/UsersPage.tsx';
