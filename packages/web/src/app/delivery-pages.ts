/** The pages of code, deployments and findings. One chunk: each name of a chunk costs the first load of every page. */
export { CommitPage } from '../pages/commit/CommitPage.tsx';
export { EnvironmentsPage } from '../pages/environments/EnvironmentsPage.tsx';
export { MergeRequestPage } from '../pages/merge-request/MergeRequestPage.tsx';
export { MergeRequestsPage } from '../pages/merge-requests/MergeRequestsPage.tsx';
export { NewMergeRequestPage } from '../pages/new-merge-request/NewMergeRequestPage.tsx';
export { RepositoryPage } from '../pages/repository/RepositoryPage.tsx';
export { VulnerabilitiesPage } from '../pages/vulnerabilities/VulnerabilitiesPage.tsx';
export { VulnerabilityPage } from '../pages/vulnerability/VulnerabilityPage.tsx';
