import { useQueryClient } from '@tanstack/react-query';
import { issueQuery, type IssueView } from '../data/api.ts';

/** Shows what the server says a fact is now. */
export function usePatchIssue(fullPath: string, iid: string): (fact: Partial<IssueView>) => void {
  const client = useQueryClient();
  return (fact) => {
    client.setQueryData(issueQuery(fullPath, iid).queryKey, (now) => now && { ...now, ...fact });
    void client.invalidateQueries({ queryKey: ['activity'] });
  };
}
