/** The pages of administrators, as one chunk. */
export { AbuseReportsPage } from '../pages/abuse-reports/AbuseReportsPage.tsx';
export { InstanceSettingsPage } from '../pages/admin/InstanceSettingsPage.tsx';
export { JobsPage } from '../pages/admin/JobsPage.tsx';
export { NamespacesPage } from '../pages/admin/NamespacesPage.tsx';
export { OverviewPage } from '../pages/admin/OverviewPage.tsx';
export { UsersPage } from '../pages/admin/UsersPage.tsx';
