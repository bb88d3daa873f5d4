import { createRoot, hydrateRoot } from 'react-dom/client';
import { Root } from './app/root.tsx';
import { watchScroll } from './app/scroll-memory.ts';
import { readFacts, rememberFacts } from './app/server-facts.ts';
import { queryClient } from './http/query-client.ts';
import './theme/theme.css';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no place for the app');

watchScroll();
const facts = readFacts();
if (facts) rememberFacts(queryClient, facts);
if (facts?.isVisitor) hydrateRoot(root, <Root />);
else createRoot(root).render(<Root />);
