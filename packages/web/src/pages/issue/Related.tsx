import { RelatedMergeRequests } from '../../modules/merge-requests/RelatedMergeRequests.tsx';
import { RelatedVulnerabilities } from '../../modules/vulnerabilities/RelatedVulnerabilities.tsx';

/** The merge requests and vulnerabilities of an issue, below what it shows at first. */
export function Related(issue: { fullPath: string; iid: string }) {
  return (
    <>
      <RelatedMergeRequests {...issue} />
      <RelatedVulnerabilities {...issue} />
    </>
  );
}
