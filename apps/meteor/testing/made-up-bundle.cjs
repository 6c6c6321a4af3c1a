// In the place of a bundle that Meteor built: as much of Meteor's packages as the app uses, noting what it is offered.
const { createServer } = require('node:http');

const { BIND_IP: bindIp, PORT: port, SERVER_WEBSOCKET_COMPRESSION: compression } = process.env;
const offered = { bindIp, port, compression, publications: [], methods: [], sendOnly: [] };
const handlers = [];
const listening = [];
const httpServer = createServer((request, response) => {
  if (request.url === '/offered') response.end(JSON.stringify(offered));
  else for (const handler of handlers) handler(request, response);
});

globalThis.outcryOnMeteor({
  Meteor: {
    release: 'METEOR@3.0.0',
    Error,
    methods: (methods) => offered.methods.push(...Object.keys(methods)),
    publish: (name) => offered.publications.push(name),
    server: { setPublicationStrategy: (...strategy) => offered.sendOnly.push(strategy) },
  },
  DDPServer: { publicationStrategies: { NO_MERGE_NO_HISTORY: 'the strategy' } },
  WebApp: {
    httpServer,
    rawHandlers: { use: (handler) => handlers.push(handler) },
    onListening: (handler) => listening.push(handler),
  },
});

httpServer.listen(Number(process.env.PORT), process.env.BIND_IP, () => {
  for (const handler of listening) handler();
});
