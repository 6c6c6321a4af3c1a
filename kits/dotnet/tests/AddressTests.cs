using Outcry.Kit.Auction;

namespace Outcry.Kit.Tests;

public sealed class AddressTests
{
    [Fact]
    public void AddressesAreOneWhereOneCustomerHasThemInWhateverWayTheyAreWritten()
    {
        var counted = InputTests.Vectors("addresses.json").EnumerateArray()
            .Select((same) => same.EnumerateArray().Select((address) => Addresses.CountedAs(address.GetString())).Distinct().ToList())
            .ToList();
        Assert.NotEmpty(counted);
        Assert.All(counted, (keys) => Assert.Single(keys));
        Assert.Distinct(counted.SelectMany((keys) => keys));
    }
}
