/** The forms of new issues and epics, which share their parts. One chunk. */
export { NewEpicPage } from '../pages/new-epic/NewEpicPage.tsx';
export { NewGroupIssuePage } from '../pages/new-issue/NewGroupIssuePage.tsx';
export { NewIssuePage } from '../pages/new-issue/NewIssuePage.tsx';
