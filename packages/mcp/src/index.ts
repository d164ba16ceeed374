export { type HttpOptions, type McpHandler, mcpOverHttp } from './mcp-over-http.ts';
export { type AgentOptions, serveStdio } from './serve-stdio.ts';
