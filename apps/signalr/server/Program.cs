using Microsoft.AspNetCore.SignalR;
using Outcry.Kit;
using Outcry.SignalR;

return await AppServer.Run(Server.Build, typeof(Hub).Assembly);
