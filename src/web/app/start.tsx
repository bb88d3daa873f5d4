import { createRoot, hydrateRoot } from 'react-dom/client';
import { queryClient } from '#web/http/query-client.ts';
import { Root } from './root.tsx';
import { watchScroll } from './scroll-memory.ts';
import { readFacts, rememberFacts } from './server-facts.ts';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no place for the app');

watchScroll();
const facts = readFacts();
if (facts) rememberFacts(queryClient, facts);
if (root.dataset.drawn === 'landing') hydrateRoot(root, <Root />);
else createRoot(root).render(<Root />);
