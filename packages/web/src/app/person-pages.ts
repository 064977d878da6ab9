/** The pages of a person, their to-dos and own work, and the search, as one chunk. */
export { PersonPage } from '../pages/person/PersonPage.tsx';
export { SearchPage } from '../pages/search/SearchPage.tsx';
export { TodosPage } from '../pages/todos/TodosPage.tsx';
export { YourWorkPage } from '../pages/your-work/YourWorkPage.tsx';
