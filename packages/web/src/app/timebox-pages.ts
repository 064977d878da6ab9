/** Milestones and iterations: a list and what it opens share charts and forms. One chunk. */
export { IterationPage } from '../pages/iterations/IterationPage.tsx';
export { IterationsPage } from '../pages/iterations/IterationsPage.tsx';
export { MilestonePage } from '../pages/milestone/MilestonePage.tsx';
export { MilestonesPage } from '../pages/milestones/MilestonesPage.tsx';
