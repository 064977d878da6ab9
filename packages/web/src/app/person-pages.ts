/** The pages of a person, their to-dos and own work, the search, and questions to the assistant, as one chunk. */
export { AskPage } from '../pages/ask/AskPage.tsx';
export { PersonPage } from '../pages/person/PersonPage.tsx';
export { SearchPage } from '../pages/search/SearchPage.tsx';
export { TodosPage } from '../pages/todos/TodosPage.tsx';
export { YourWorkPage } from '../pages/your-work/YourWorkPage.tsx';
