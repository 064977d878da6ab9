/** The pages of one person's work, as one chunk. */
export { PersonPage } from '../pages/person/PersonPage.tsx';
export { TodosPage } from '../pages/todos/TodosPage.tsx';
export { YourWorkPage } from '../pages/your-work/YourWorkPage.tsx';
