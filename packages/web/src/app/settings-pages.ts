/** The settings of people, groups and projects, their members, the pages that create, import and restore them, and the explorer, as one chunk. */
export { AccessTokensPage } from '../pages/access-tokens/AccessTokensPage.tsx';
export { CustomFieldsPage } from '../pages/custom-fields/CustomFieldsPage.tsx';
export { DeletedPage } from '../pages/deleted/DeletedPage.tsx';
export { ExplorerPage } from '../pages/explorer/ExplorerPage.tsx';
export { ImportsPage } from '../pages/imports/ImportsPage.tsx';
export { InboundWebhooksPage } from '../pages/inbound-webhooks/InboundWebhooksPage.tsx';
export { MembersPage } from '../pages/members/MembersPage.tsx';
export { NewGroupPage } from '../pages/new-group/NewGroupPage.tsx';
export { NewProjectPage } from '../pages/new-group/NewProjectPage.tsx';
export { ProfilePage } from '../pages/profile/ProfilePage.tsx';
export { ProtectionPage } from '../pages/protection/ProtectionPage.tsx';
export { RemotePage } from '../pages/remote/RemotePage.tsx';
export { RoleMappingsPage } from '../pages/role-mappings/RoleMappingsPage.tsx';
export { SettingsPage } from '../pages/settings/SettingsPage.tsx';
export { StatusesPage } from '../pages/statuses/StatusesPage.tsx';
export { TemplatesPage } from '../pages/description-templates/TemplatesPage.tsx';
export { WebhooksPage } from '../pages/webhooks/WebhooksPage.tsx';
