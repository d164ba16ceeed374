import './style/base.css';
import { render } from 'preact';
import { App } from './pages/app.tsx';
import { startRouter } from './state/router.ts';
import { startSession } from './state/session.ts';
import { startTheme } from './state/theme.ts';

startTheme();
startRouter();
void startSession();
const root = document.getElementById('app');
if (root !== null) render(<App />, root);
