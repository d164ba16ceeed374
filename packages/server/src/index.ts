export { type AppOptions, buildApp } from './build-app.ts';
export { type Service, type ServiceOptions, startService } from './start-service.ts';
