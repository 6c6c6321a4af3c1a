package outcry.auction;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import outcry.Auction;
import outcry.Json;

/**
 * The auction house behind a server's connections: reads what they ask, keeps who is logged in on which, limits how much they may
 * ask, and sees to it that a fault of ours shows nobody more than a reference. Knows no transport.
 *
 * @param <C> a connection
 */
public final class AuctionHouse<C> implements Auction<C> {
  private static final Logger LOG = LoggerFactory.getLogger(AuctionHouse.class);
  private static final Set<String> REQUESTS =
      Set.of("register", "logIn", "logOut", "listItems", "addItem", "removeItem", "placeBid");

  private static final Refusal SLOW_DOWN =
      new Refusal("too-many", "You are asking for too much at once. Wait a few seconds and try again.");

  /**
   * The threads that do the work, which waits for the database and for the processor.
   *
   * @param passwords takes what a password is hashed for: few threads, since each works at it for a while
   * @param desk takes everything else
   */
  public record Staff(Executor passwords, Executor desk) {}

  private record Rules(Database database, Accounts accounts, Items items) {}

  private final DatabaseTarget target;
  private final Auction.Tell tell;
  private final Function<C, String> addressOf;
  private final Executor desk;
  private final Passwords passwords;
  private final Time time;
  private final FailureLimit failures;
  private final ConcurrentHashMap<C, Visitor> visitors = new ConcurrentHashMap<>();

  // Guarded by this.
  private Rules rules;
  private boolean isClosed;

  /**
   * @param target opened at the first request
   * @param tell sends an event to every connection
   * @param addressOf where a connection comes from; null where that is not known
   */
  public AuctionHouse(DatabaseTarget target, Auction.Tell tell, Function<C, String> addressOf, Staff staff) {
    this(target, tell, addressOf, staff, Passwords.ofServer(System.getenv()), System::currentTimeMillis);
  }

  AuctionHouse(
      DatabaseTarget target,
      Auction.Tell tell,
      Function<C, String> addressOf,
      Staff staff,
      Passwords passwords,
      Time time) {
    this.target = target;
    this.tell = tell;
    this.addressOf = addressOf;
    desk = staff.desk();
    this.passwords = passwords;
    this.time = time;
    failures = new FailureLimit(time, staff.passwords());
  }

  @Override
  public boolean takes(String name) {
    return REQUESTS.contains(name);
  }

  @Override
  public void request(C connection, String name, JsonNode data, Consumer<ObjectNode> answer) {
    if (!takes(name)) {
      answer.accept(new Refusal("unknown-event", "no such request").reply());
      return;
    }
    Visitor visitor = visitors.computeIfAbsent(connection, key -> new Visitor(addressOf.apply(key), time));
    if (!visitor.mayAsk(name.equals("listItems"))) {
      answer.accept(SLOW_DOWN.reply());
      return;
    }
    visitor.inTurn(() -> reply(visitor, name, data), answer);
  }

  /** The connection has ended; its login lives on in its token. */
  @Override
  public void disconnect(C connection) {
    Visitor visitor = visitors.remove(connection);
    if (visitor != null) visitor.leave();
  }

  /** Lets the change under way finish and closes the database. */
  @Override
  public synchronized void close() {
    isClosed = true;
    if (rules != null) rules.database().close();
  }

  private CompletableFuture<ObjectNode> reply(Visitor visitor, String name, JsonNode data) {
    try {
      return CompletableFuture.supplyAsync(() -> answer(visitor, name, data), desk)
          .thenCompose(Function.identity())
          .thenApply(granted -> Json.MAPPER.<ObjectNode>valueToTree(granted).put("ok", true))
          .exceptionally(error -> refused(name, error instanceof CompletionException ? error.getCause() : error));
    } catch (RejectedExecutionException e) {
      return CompletableFuture.completedFuture(Refusal.closing().reply());
    }
  }

  private static ObjectNode refused(String name, Throwable error) {
    return error instanceof Refusal refusal ? refusal.reply() : failed(name, error);
  }

  private CompletableFuture<Object> answer(Visitor visitor, String name, JsonNode data) {
    // Nobody waits for the answer; a password of somebody who has left need not be hashed.
    if (visitor.isGone()) throw Refusal.ended();
    switch (name) {
      case "register" -> {
        Input.NewUser user = Input.newUser(data);
        Accounts accounts = open().accounts();
        return failures
            .attempt(visitor.address(), () -> accounts.register(user.name(), user.key(), user.password()))
            .thenApply(loggedIn -> enter(visitor, loggedIn));
      }
      case "logIn" -> {
        Input.Credentials by = Input.credentials(data);
        Accounts accounts = open().accounts();
        if (by.token() != null) return done(enter(visitor, accounts.resume(by.token())));
        return failures
            .attempt(visitor.address(), () -> accounts.logIn(by.key(), by.password()))
            .thenApply(loggedIn -> enter(visitor, loggedIn));
      }
      case "logOut" -> {
        Input.nothing(data);
        if (visitor.identity() != null) open().accounts().logOut(visitor.identity());
        visitor.identify(null);
        return done(new Replies.Nothing());
      }
      case "listItems" -> {
        Input.nothing(data);
        return done(open().items().list());
      }
      case "addItem" -> {
        return done(open().items().add(loggedIn(visitor), Input.newItem(data)));
      }
      case "removeItem" -> {
        return done(open().items().remove(loggedIn(visitor), Input.itemId(data)));
      }
      case "placeBid" -> {
        Identity who = loggedIn(visitor);
        Input.Bid bid = Input.bid(data);
        return done(open().items().bid(who, bid.itemId(), bid.amount()));
      }
      default -> throw new IllegalStateException("no such request: " + name);
    }
  }

  private static CompletableFuture<Object> done(Object granted) {
    return CompletableFuture.completedFuture(granted);
  }

  private static Object enter(Visitor visitor, Accounts.LoggedIn loggedIn) {
    visitor.identify(loggedIn.identity());
    return loggedIn.login();
  }

  /** The user who asks; before anything else of a request is looked at. */
  private Identity loggedIn(Visitor visitor) {
    Identity identity = visitor.identity();
    if (identity == null) throw new Refusal("not-logged-in", "Log in first.");
    open().accounts().check(identity);
    return identity;
  }

  /** Opens the database; if that fails, again at the next request: it may only be late. */
  private synchronized Rules open() {
    if (isClosed) throw Refusal.closing();
    if (rules == null) {
      Database database = Database.open(target);
      rules =
          new Rules(database, new Accounts(database, passwords, time), new Items(database, this::tellAll, time));
    }
    return rules;
  }

  private void tellAll(String event, Object data) {
    try {
      tell.all(event, data);
    } catch (RuntimeException error) {
      // The change is made and its maker must hear so; who missed the event sees the gap in the revisions.
      failed(event, error);
    }
  }

  private static ObjectNode failed(String doing, Throwable error) {
    String reference = java.util.HexFormat.of().formatHex(Tokens.random(4));
    LOG.error("auction house: {} failed, reference {}", doing, reference, error);
    String reason = "Something went wrong on our side (reference " + reference + "). Look at the list before you try again.";
    return new Refusal("failed", reason).reply();
  }
}
