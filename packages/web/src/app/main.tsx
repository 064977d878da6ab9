import './head-start.ts';
import '../styles/base.css';
import { startApplication } from './start.tsx';

startApplication(document);
