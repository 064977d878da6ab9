import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { RoadmapSettings } from '@milepost/core/roadmap/settings';
import { isBehindLink } from '../data/request.ts';
import type { RoadmapEpic } from '../data/epic.ts';
import type { IssueSource } from '../data/rows.ts';
import { hasIssues } from '../data/issue-rows.ts';

const IssueLoader = lazy(() => import('./IssueLoader.tsx').then((module) => ({ default: module.IssueLoader })));

/** Public links and past days have no issues. */
export const showsIssues = ({ isShowingIssues, asOf }: Pick<RoadmapSettings, 'isShowingIssues' | 'asOf'>): boolean =>
  isShowingIssues && asOf === null && !isBehindLink();

/** The issues of expanded epics, and the element that loads them. */
export function useIssues(
  isShowing: boolean,
  epics: readonly RoadmapEpic[],
): { issues: IssueSource | undefined; loader: ReactNode } {
  const [issues, setIssues] = useState<IssueSource>(nothingYet);
  if (!isShowing) return { issues: undefined, loader: null };
  const loader = (
    <Suspense fallback={null}>
      <IssueLoader epics={epics} onIssues={setIssues} />
    </Suspense>
  );
  return { issues, loader };
}

const nothingYet: IssueSource = { has: hasIssues, add: () => false };
